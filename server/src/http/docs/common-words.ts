// What holds for many calls, in the words of each of the three forms of the reference.

export const bodyTypes = [
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/json',
] as const

export const otherBodies =
  'the same fields are taken as `application/x-www-form-urlencoded`, and as `application/json`, one object of texts'

export const onceWords =
  'The header `Idempotency-Key` names an order: 1 to 200 visible ASCII characters, made anew by the client for ' +
  'each order (a UUID will do) and not beginning with `order:` or `code:`. It is one customer’s. The same order ' +
  'sent again with its key has no second effect and gets the first answer; another order with it is refused ' +
  '(`key_reused`). The bank keeps the answer for 400 days (`KEYS_DAYS`); an order that comes again after that is ' +
  'refused (`key_expired`), never done twice. Without a key every request is a new order.'
