import type { Pot } from '@passbook/contract'
import { useEffect, useState } from 'react'
import { t } from '#i18n/t.ts'
import { LayerName } from '#ui/layers.ts'
import { Modal } from '#ui/modal.tsx'
import { EveryForm } from './every-form.tsx'
import { MoveForm } from './move-form.tsx'
import { PotDetail } from './pot-detail.tsx'
import { PotForm } from './pot-form.tsx'
import { nameOf, type Shown, type View, type ViewProps } from './pot-views.ts'

/** The dialog of the page: a pot and what is done with it, one at a time. */
export function PotDialog({
  shown,
  list,
  onShow,
}: {
  shown: Shown | null
  list: readonly Pot[]
  onShow: (shown: Shown | null) => void
}) {
  const [busy, setBusy] = useState(false)
  // What slides away still shows what it showed.
  const [last, setLast] = useState<Shown | null>(null)
  if (shown && shown !== last) setLast(shown)
  const pot = list.find(({ Id }) => Id === last?.id)
  const opened = shown !== null && (shown.view === 'new' || pot !== undefined)
  const close = () => onShow(null)
  return (
    <LayerName value={shown ? nameOf(shown) : undefined}>
      <Modal opened={opened} onClose={close} title={titleOf(last, pot)} locked={busy}>
        {last && (pot || last.view === 'new') ? (
          <Content
            key={nameOf(last)}
            shown={last}
            pot={pot}
            busy={busy}
            onBusy={setBusy}
            onShow={(view) => onShow({ view, id: last.id })}
            onDone={close}
          />
        ) : null}
      </Modal>
    </LayerName>
  )
}

function titleOf(shown: Shown | null, pot: Pot | undefined): string {
  const name = pot?.Name ?? ''
  if (shown?.view === 'in') return t('Move into {name}', { name })
  if (shown?.view === 'out') return t('Move out of {name}', { name })
  if (shown?.view === 'edit') return t('Change {name}', { name })
  if (shown?.view === 'every') return t('Pay into {name}', { name })
  return pot ? name : t('New pot')
}

function Content({
  shown,
  pot,
  onShow,
  ...working
}: Omit<ViewProps, 'pot'> & {
  shown: Shown
  pot: Pot | undefined
  onShow: (view: View) => void
}) {
  // One view takes the place of another, and the button that had the focus is gone with it.
  useEffect(() => {
    document.querySelector<HTMLElement>('dialog[open] [data-autofocus]')?.focus()
  }, [])
  if (!pot) return <PotForm {...working} />
  if (shown.view === 'edit') return <PotForm pot={pot} {...working} />
  if (shown.view === 'every') return <EveryForm pot={pot} {...working} />
  if (shown.view === 'detail') return <PotDetail pot={pot} onShow={onShow} {...working} />
  return <MoveForm pot={pot} direction={shown.view === 'out' ? 'out' : 'in'} {...working} />
}
