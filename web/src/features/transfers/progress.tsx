import { t } from '#i18n/t.ts'
import { useCustomer } from '#session/customer.ts'
import { cx } from '#ui/cx.ts'
import type { Step } from './flow.ts'
import classes from './transfers.module.css'

const places: readonly Step['at'][] = ['form', 'confirm', 'pin', 'code']

/** How far a transfer has come. What may have been sent already is no longer on this way. */
export function Progress({ step }: { step: Step }) {
  const { user } = useCustomer()
  const at = places.indexOf(step.at)
  if (at < 0 || (step.at === 'pin' && step.interrupted)) return null
  const all = user.UseOtp === true ? places.length : places.length - 1
  return (
    <div className={classes.progress}>
      <p>{t('Step {step} of {all}', { step: at + 1, all })}</p>
      <span className={classes.track} aria-hidden="true">
        {places.slice(0, all).map((place, number) => (
          <span key={place} className={cx(classes.part, number <= at && classes.reached)} />
        ))}
      </span>
    </div>
  )
}
