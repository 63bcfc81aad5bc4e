// Unpacks the browser that comes from npm into TMPDIR; browser.ts starts it with both set.
import chromium from '@sparticuz/chromium'

process.stdout.write(await chromium.executablePath())
