import { declineRequest } from '@passbook/contract'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Face } from '#ui/face.tsx'
import layout from '#ui/layout.module.css'
import { toast } from '#ui/toasts.tsx'
import type { Values } from './flow.ts'
import classes from './transfers.module.css'

/** Who asked for the money, as the bank knows them. What was asked for cannot be changed. */
export function AskedPayee({ values, onEnd }: { values: Values; onEnd: () => void }) {
  const { acc_name = '', acc_number = '', request = '' } = values
  const [busy, setBusy] = useState(false)

  async function decline() {
    setBusy(true)
    try {
      await send(declineRequest, { token: request })
      toast({
        title: t('Request declined'),
        message: t('{name} is told, and not by whom.', { name: acc_name }),
      })
      onEnd()
    } catch (error) {
      void alert(textOf(error))
      setBusy(false)
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are facts
    <div role="group" aria-label={t('Asked for by')} className={classes.asked}>
      <Face name={acc_name} />
      <span className={layout.words}>
        <span className={layout.note}>{t('Asked for by')}</span>
        <bdi className={layout.name}>{acc_name}</bdi>
        <bdi className={layout.note}>{acc_number}</bdi>
      </span>
      <span className={classes.askedTools}>
        <Button kind="plain" size="sm" busy={busy} onClick={() => void decline()}>
          {t('Decline')}
        </Button>
        <Button kind="plain" size="sm" disabled={busy} onClick={onEnd}>
          {t('Pay somebody else')}
        </Button>
      </span>
    </div>
  )
}
