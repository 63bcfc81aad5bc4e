// Neither library brings types: what is used of them here.

declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  export type Structure = {
    add(child: Structure | (() => void)): Structure
    end(): void
  }

  type StructureOptions = { alt?: string; scope?: 'Row' | 'Column'; bbox?: number[] }
  type TextOptions = { lineBreak?: false; baseline?: 'alphabetic' }

  export type Pdf = Readable & {
    page: { width: number; height: number }
    addPage(): Pdf
    switchToPage(index: number): unknown
    bufferedPageRange(): { start: number; count: number }
    registerFont(name: string, file: string): Pdf
    font(name: string): Pdf
    fontSize(size: number): Pdf
    fillColor(colour: string): Pdf
    strokeColor(colour: string): Pdf
    lineWidth(width: number): Pdf
    widthOfString(text: string): number
    text(text: string, x: number, y: number, options: TextOptions): Pdf
    moveTo(x: number, y: number): Pdf
    lineTo(x: number, y: number): Pdf
    rect(x: number, y: number, width: number, height: number): Pdf
    closePath(): Pdf
    fill(): Pdf
    stroke(): Pdf
    struct(type: string, options?: StructureOptions | (() => void), inside?: () => void): Structure
    addStructure(structure: Structure): Pdf
    markContent(tag: 'Artifact', options: { type: 'Pagination' | 'Layout' }): Pdf
    endMarkedContent(): Pdf
    end(): void
  }

  type Options = {
    size: 'A4'
    margin: number
    lang: string
    tagged: true
    subset: 'PDF/UA'
    pdfVersion: '1.7'
    displayTitle: true
    bufferPages: true
    autoFirstPage: false
    font?: null
    info: Record<string, string | Date>
  }

  const Pdf: new (options: Options) => Pdf
  // biome-ignore lint/style/noDefaultExport: it is the library that has one
  export default Pdf
}

declare module 'fontkit' {
  export function openSync(file: string): { characterSet: number[] }
}
