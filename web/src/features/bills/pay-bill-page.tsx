import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { useLayer, useRestorer } from '#ui/layers.ts'
import layout from '#ui/layout.module.css'
import { StepPanel, useArrival } from '#ui/step-panel.tsx'
import { AddBiller } from './add-biller.tsx'
import { BillForm, useBillForm } from './bill-form.tsx'
import { BillList } from './bill-list.tsx'
import classes from './bills.module.css'
import { DueStrip } from './due-strip.tsx'

/** Bills on a page of their own: a form that starts from the billers, and what was saved. */
export function PayBillPage() {
  const [adding, setAdding] = useState(false)
  const [approving, setApproving] = useState(false)
  const form = useBillForm()
  const plus = useRef<HTMLButtonElement>(null)
  const returned = useRef(false)

  useLayer(adding, {
    name: 'biller:new',
    address: `${paths.payBill}?step=biller`,
    step: true,
    close: () => setAdding(false),
  })
  useRestorer('biller', () => {
    setAdding(true)
    return 1
  })

  useEffect(() => {
    if (!adding && returned.current) plus.current?.focus()
    returned.current = adding
  }, [adding])

  const arrival = useArrival(adding ? 'biller' : 'form', ['form', 'biller'])
  return (
    <div className={cx(layout.form, layout.inTurn, classes.columns)}>
      {adding ? (
        <StepPanel key="biller" {...arrival}>
          <AddBiller
            onBack={() => setAdding(false)}
            onAdded={(name) => {
              form.set('biller', name)
              setAdding(false)
            }}
          />
        </StepPanel>
      ) : (
        <StepPanel key="form" {...arrival}>
          <Card>
            {approving ? null : (
              <button
                ref={plus}
                type="button"
                className={classes.plus}
                aria-label={t('Add biller')}
                onClick={() => setAdding(true)}
              >
                <IconPlus size={24} stroke={2} aria-hidden />
              </button>
            )}
            <BillForm form={form} path={paths.payBill} onApproving={setApproving} />
          </Card>
        </StepPanel>
      )}
      <Card title={t('Saved Bills')}>
        <DueStrip />
        <BillList />
      </Card>
    </div>
  )
}
