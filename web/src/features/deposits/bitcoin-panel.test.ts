import { expect, test } from 'vitest'
import { pictureOf } from './bitcoin-panel.tsx'

// shows §3.18
test.each([
  ['data:image/png;base64,iVBORw0KGgoA', 'data:image/png;base64,iVBORw0KGgoA'],
  ['https://bank.example/qr.png', 'https://bank.example/qr.png'],
  ['iVBORw0KGgoA\nAAA=', 'data:image/png;base64,iVBORw0KGgoAAAA='],
  ['/9j/4AAQ', 'data:image/jpeg;base64,/9j/4AAQ'],
  ['R0lGODlh', 'data:image/gif;base64,R0lGODlh'],
  ['PHN2ZyB4bWxucz0', 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0'],
  ['PD94bWwg', 'data:image/svg+xml;base64,PD94bWwg'],
  ['<svg xmlns="x"/>', 'data:image/svg+xml,%3Csvg%20xmlns%3D%22x%22%2F%3E'],
  ['', ''],
])('the picture %j is shown from %s', (sent, shown) => {
  expect(pictureOf(sent)).toBe(shown)
})
