// The container's health check: ends with 0 where the bank takes requests.
const { PORT = '3000' } = process.env
const reply = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined)
process.exit(reply?.ok ? 0 : 1)
