import { categoryLabel, type insights, type Output } from '@passbook/contract'
import { lineWords } from '#i18n/line-words.ts'
import { t, told } from '#i18n/t.ts'
import { Hidden } from '#ui/hidden.tsx'
import { Link } from '#ui/link.tsx'
import { inCode } from '#widgets/by-code.ts'
import { searchPath } from '#widgets/search-path.ts'
import classes from './insights.module.css'

/** Who was paid most; a name leads to all lines that have it. */
export function PayeeTable({ data }: { data: Output<typeof insights> }) {
  const { Payees, Currency, Months } = data
  const compared = Months.length > 1
  if (Payees.length === 0) return <p className={classes.nothing}>{t('Nobody was paid.')}</p>
  return (
    <table className={classes.categories}>
      <caption>
        <Hidden>{t('Spending by payee')}</Hidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('Payee')}</th>
          <th scope="col" className={classes.number}>
            {t('Spent')}
          </th>
          {compared ? (
            <th scope="col" className={classes.number}>
              {t('A usual month')}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {Payees.map(({ Name, Category, Amount, Average }) => (
          <tr key={Name}>
            <th scope="row">
              {Name ? (
                <Link className={classes.payee} to={searchPath(Name)}>
                  <bdi>{lineWords(Name)}</bdi>
                </Link>
              ) : (
                t('Other payments')
              )}
              <span className={classes.under}>{told(categoryLabel(Category))}</span>
            </th>
            <td className={classes.number}>
              <bdi className={classes.amount}>{inCode(Currency.Code, Amount)}</bdi>
            </td>
            {compared ? (
              <td className={classes.number}>
                <bdi>{inCode(Currency.Code, Average)}</bdi>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
