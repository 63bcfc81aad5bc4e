import type { Bank } from '#kernel/context.ts'
import { runOrders } from '#orders/pay-due.ts'

/** Pays the bills whose date has come, as the one scheduler of all orders does. */
export async function payDueBills(
  bank: Bank,
  options?: Parameters<typeof runOrders>[1],
): Promise<{ paid: number; retry: number; failed: number }> {
  const { paid, retry, failed } = await runOrders(bank, options)
  return { paid, retry, failed }
}
