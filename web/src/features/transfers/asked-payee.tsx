import { declineRequest } from '@passbook/contract'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { Face } from '#ui/face.tsx'
import layout from '#ui/layout.module.css'
import { toast } from '#ui/toasts.tsx'
import type { Values } from './flow.ts'
import classes from './transfers.module.css'

/** Who asked for the money, as the bank knows them. What was asked for cannot be changed. */
export function AskedPayee({ values, onEnd }: { values: Values; onEnd: () => void }) {
  const { acc_name = '', acc_number = '', request = '' } = values
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)

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
      setAsking(false)
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are facts
    <div role="group" aria-label={t('Asked for by')} className={classes.asked}>
      <Face name={acc_name} />
      <span className={layout.words}>
        <span className={layout.note}>{t('Asked for by')}</span>
        <span className={layout.name}>
          <bdi>{acc_name}</bdi>
        </span>
        <span className={layout.note}>
          <bdi>{acc_number}</bdi>
        </span>
      </span>
      <span className={classes.askedTools}>
        <ConfirmButton
          worded
          name={t('Decline')}
          icon={<IconX size={18} stroke={1.75} aria-hidden />}
          question={t('Decline this request? Nobody can pay it then.')}
          yes={t('Decline it')}
          no={t('Keep it')}
          busy={busy}
          asking={asking}
          onAsk={setAsking}
          onConfirm={() => void decline()}
        />
        {asking ? null : (
          <Button kind="plain" size="sm" disabled={busy} onClick={onEnd}>
            {t('Pay somebody else')}
          </Button>
        )}
      </span>
    </div>
  )
}
