import { renderSVG } from 'uqr'

/** A QR code as the address of an image, with the margin and the level of repair that EPC codes need. */
export function qrImage(text: string): string {
  const svg = renderSVG(text, { ecc: 'M', border: 4 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
