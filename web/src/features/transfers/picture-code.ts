import decodeQR from 'qr/decode.js'

/** What is larger is read smaller: a code has few points, and a phone's picture has millions. */
const longestPx = 1200

/** The text of the QR code in a picture; null where there is none, or it is no picture. */
export async function textInPicture(picture: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null)
  if (!bitmap) return null
  const scale = Math.min(1, longestPx / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) return null
  // A code on nothing is one on paper.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  try {
    return decodeQR(context.getImageData(0, 0, width, height))
  } catch {
    return null
  }
}
