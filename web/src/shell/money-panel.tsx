import { type KeyboardEvent, useState } from 'react'
import { DepositFlow, firstTitle } from '#features/deposits/deposit-flow.tsx'
import { useDesk } from '#features/transfers/desk.ts'
import { TransferFlow, titleOf } from '#features/transfers/transfer-flow.tsx'
import { TransferTrail } from '#features/transfers/transfer-trail.tsx'
import { msg, t, told } from '#i18n/t.ts'
import { useSession, useSessionState } from '#session/session.tsx'
import { cx } from '#ui/cx.ts'
import { Modal } from '#ui/modal.tsx'
import classes from './money-panel.module.css'

type Mode = 'transfer' | 'deposit'

/** The panel of a phone for moving money, with its two modes. Each starts with its list. */
export function MoneyPanel() {
  const panel = useSessionState('panel')
  const session = useSession()
  const opened = panel === 'transfer' || panel === 'deposit'
  // The mode stays while the panel slides out of sight.
  const [mode, setMode] = useState<Mode>('transfer')
  if (opened && mode !== panel) setMode(panel)
  const { desk, step, busy } = useDesk()
  const [overlaid, setOverlaid] = useState(false)
  const [funding, setFunding] = useState({ title: firstTitle, busy: false })
  const sending = mode === 'transfer'
  const atList = sending ? step.at === 'choose' : funding.title === firstTitle

  function close() {
    if (sending && step.at === 'done') desk.reset()
    session.closePanel()
  }

  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        title={sending ? titleOf(step) : told(funding.title)}
        locked={sending ? step.at === 'sending' || overlaid : funding.busy}
      >
        {atList ? <Modes mode={mode} onChoose={session.openPanel} /> : null}
        <div
          id="money-mode"
          {...(atList ? { role: 'tabpanel', 'aria-labelledby': `mode-${mode}` } : {})}
        >
          {sending ? (
            <TransferFlow desk={desk} step={step} busy={busy} onOverlay={setOverlaid} />
          ) : (
            <Funding onChange={setFunding} onClose={session.closePanel} />
          )}
        </div>
      </Modal>
      {opened && sending ? <TransferTrail desk={desk} step={step} busy={busy} /> : null}
    </>
  )
}

type Set = (
  change: (held: { title: string; busy: boolean }) => { title: string; busy: boolean },
) => void

function Funding({ onChange, onClose }: { onChange: Set; onClose: () => void }) {
  // The same functions at each drawing: the flow tells its title whenever they change.
  const [tell] = useState(() => ({
    title: (title: string) => onChange((held) => ({ ...held, title })),
    busy: (busy: boolean) => onChange((held) => ({ ...held, busy })),
  }))
  return <DepositFlow onTitle={tell.title} onBusy={tell.busy} onLeave={onClose} onDone={onClose} />
}

const modes = [
  { mode: 'transfer', label: msg('Transfer') },
  { mode: 'deposit', label: msg('Deposit') },
] as const

function Modes({ mode, onChoose }: { mode: Mode; onChoose: (mode: Mode) => void }) {
  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = mode === 'transfer' ? 'deposit' : 'transfer'
    onChoose(other)
    document.getElementById(`mode-${other}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={t('Move money')} className={classes.modes} onKeyDown={press}>
      {modes.map((one) => (
        <button
          key={one.mode}
          id={`mode-${one.mode}`}
          type="button"
          role="tab"
          aria-selected={one.mode === mode}
          aria-controls={one.mode === mode ? 'money-mode' : undefined}
          tabIndex={one.mode === mode ? 0 : -1}
          className={cx(classes.mode, one.mode === mode && classes.chosen)}
          onClick={() => onChoose(one.mode)}
        >
          {told(one.label)}
        </button>
      ))}
    </div>
  )
}
