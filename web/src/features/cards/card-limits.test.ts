import { messages } from '@passbook/contract'
import { describe, expect, test } from 'vitest'
import { firstProblem } from '#ui/form.ts'
import { limitCheck, sentLimits, typedLimits } from './card-limits.ts'

describe('the limits of a card', () => {
  test('are typed as they are shown and sent as they are meant', () => {
    const typed = typedLimits({ PerDay: 120_000n, PerPayment: null })
    expect(typed).toEqual({ per_payment: '', per_day: '1,200.00' })
    expect(sentLimits(typed)).toEqual({ per_day: '1200.00' })
  })

  test.each(['0', '0.00', '12.'])('%s is refused and never taken for no limit', (per_day) => {
    expect(firstProblem(limitCheck('card'), { per_payment: '5.00', per_day })).toEqual({
      message: messages.amountInvalid,
      field: 'per_day',
    })
  })

  test('may both be left out', () => {
    expect(firstProblem(limitCheck('card'), { per_payment: '', per_day: ' ' })).toBeNull()
  })
})
