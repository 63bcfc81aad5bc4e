import { renderSVG } from 'uqr'

/** A QR code as the address of an image. Level M stands a scratch; the EPC's codes must have it. */
export function qrImage(text: string): string {
  const svg = renderSVG(text, { ecc: 'M' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
