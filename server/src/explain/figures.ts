import type { FigureName } from '@passbook/contract'
import { available, balance, borrowed, flow, spent } from './account-figures.ts'
import { category } from './category.ts'
import type { Figure } from './figure.ts'
import { lowest, point, safe } from './forecast-figures.ts'
import { line } from './line.ts'
import { due, interest, owed, principal } from './loan-figures.ts'
import { came, spending, usual } from './month-figures.ts'
import { pot, pots } from './pot.ts'
import { card, total } from './whole-figures.ts'

/**
 * Every figure that the bank can explain. A test asks for each of them of every demo customer and
 * compares it with what its screen is told.
 */
export const figures: Record<FigureName, Figure> = {
  balance,
  available,
  income: flow('income'),
  expenses: flow('expenses'),
  net: flow('net'),
  spent,
  borrowed,
  total,
  owed,
  principal,
  interest,
  due,
  card,
  pot,
  pots,
  category,
  spending,
  came,
  usual,
  safe,
  lowest,
  point,
  line,
}
