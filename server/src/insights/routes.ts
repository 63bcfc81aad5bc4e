import {
  budgets,
  categoryRules,
  insights,
  putIntoCategory,
  removeCategoryRule,
  setBudget,
  spending,
  transactionCategory,
} from '@passbook/contract'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { budgetsOf, saveBudget } from './budgets.ts'
import { insightsOf, spendingOf } from './insights.ts'
import { putLine, readCategory } from './line-category.ts'
import { listRules, removeRule } from './rules.ts'

export function insightRoutes(route: Route<{ id: bigint }>, bank: Bank): void {
  route(insights, ({ customer, input }) => insightsOf(bank, customer.id, input))
  route(spending, ({ customer, input }) => spendingOf(bank, customer.id, input))
  route(transactionCategory, ({ customer, input }) => readCategory(bank, customer.id, input.id))
  route(putIntoCategory, ({ customer, input }) => putLine(bank, customer.id, input))
  route(categoryRules, ({ customer }) => listRules(bank, customer.id))
  route(removeCategoryRule, ({ customer, input }) => removeRule(bank, customer.id, input.id))
  route(budgets, ({ customer, input }) => budgetsOf(bank, customer.id, input.month))
  route(setBudget, ({ customer, input }) => saveBudget(bank, customer.id, input))
}
