import type { Account } from '@passbook/contract'
import { IconFileSpreadsheet, IconFileText, IconPrinter } from '@tabler/icons-react'
import type { ExportFormat } from '#api/export-file.ts'
import type { Dates } from '#api/keys.ts'
import { msg, t, told } from '#i18n/t.ts'
import { statementPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Link } from '#ui/link.tsx'
import menus from '#ui/menu.module.css'
import { useMenu } from '#ui/use-menu.ts'
import { ExportButton } from './export-button.tsx'
import classes from './export-menu.module.css'
import { sizeWords } from './size-words.ts'
import { useExport } from './use-export.ts'

const formats: readonly { format: ExportFormat; label: string; note: string }[] = [
  { format: 'csv', label: 'CSV', note: msg('For spreadsheets') },
  { format: 'ofx', label: 'OFX', note: msg('For finance software') },
  { format: 'qif', label: 'QIF', note: msg('For older finance software') },
  { format: 'camt053', label: 'camt.053', note: msg('ISO 20022, for bookkeeping') },
]

/** Saves what a list shows, the account and its dates, as a file or on paper. */
export function ExportMenu({ account, dates }: { account: Account; dates: Dates }) {
  const { close, button, menu } = useMenu()
  const { offered, saving, save, cancel } = useExport(account, dates)
  const files = formats.filter(({ format }) => offered || format === 'csv')
  return (
    <div className={classes.place}>
      {saving ? <Progress {...saving} onCancel={cancel} /> : null}
      <ExportButton busy={saving !== null} {...button} />
      <div
        {...menu}
        role="menu"
        aria-label={t('Export as')}
        className={cx(menus.menu, classes.menu)}
      >
        {files.map(({ format, label, note }) => (
          <button
            key={format}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={cx(menus.item, classes.item)}
            onClick={() => {
              close()
              void save(format, label)
            }}
          >
            {format === 'csv' ? <IconFileSpreadsheet {...look} /> : <IconFileText {...look} />}
            <span className={classes.words}>
              {label}
              <span className={classes.note}>{told(note)}</span>
            </span>
          </button>
        ))}
        <Link
          to={statementAddress(account.Id, dates)}
          role="menuitem"
          tabIndex={-1}
          className={cx(menus.item, classes.item)}
          target="_blank"
          rel="noopener"
          onClick={close}
        >
          <IconPrinter {...look} />
          <span className={classes.words}>
            {t('Printable statement')}
            <span className={classes.note}>{t('Opens in a new tab')}</span>
          </span>
        </Link>
      </div>
    </div>
  )
}

const look = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

function statementAddress(accountId: string, { start_date, end_date }: Dates): string {
  const dates = start_date && end_date ? { start: start_date, end: end_date } : {}
  return statementPath(accountId, dates)
}

/** How far a long file is; a short one is there before anybody could read this. */
function Progress({
  label,
  bytes,
  onCancel,
}: {
  label: string
  bytes: number
  onCancel: () => void
}) {
  return (
    <span className={classes.progress}>
      <span role="status" className={classes.sum}>
        {t('Saving {file}', { file: label })}
      </span>
      <span className={classes.sum} aria-hidden="true">
        {sizeWords(bytes)}
      </span>
      <Button kind="link" size="sm" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </span>
  )
}
