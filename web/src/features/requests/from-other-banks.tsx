import { type Account, isCodeAmount, messages } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { t, told } from '#i18n/t.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { inFours } from '#ui/in-fours.ts'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { finishTyped, toSent } from '#ui/money-input.ts'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { symbolOf } from '#widgets/account-facts.ts'
import { Loaded } from '#widgets/loaded.tsx'
import { receiveQuery } from './queries.ts'
import classes from './requests.module.css'

/** An IBAN, and a code that fills in a transfer in the program of any bank. */
export function FromOtherBanks({ accounts }: { accounts: readonly Account[] }) {
  const [chosen, setChosen] = useState(accounts[0]?.Id ?? '')
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const account = accounts.find(({ Id }) => Id === chosen) ?? accounts[0]
  const sent = toSent(finishTyped(amount))
  const isRefused = sent !== '' && !isCodeAmount(sent)
  const wanted = useDeferredValue(
    JSON.stringify({ ...(sent && !isRefused && { amount: sent }), ...(note && { note }) }),
  )
  const query = useQuery({
    ...receiveQuery(account?.Id ?? '', JSON.parse(wanted)),
    placeholderData: (before) => before,
  })
  if (!account) return null
  return (
    <div className={layout.stack}>
      {accounts.length > 1 ? (
        <SelectField
          label={t('Account')}
          value={chosen}
          options={accounts.map(({ Id, Name, Number: number }) => ({
            value: Id,
            label: `${Name} · ${number}`,
          }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      ) : null}
      <div className={classes.pair}>
        <MoneyField
          label={t('Amount in the code')}
          optional
          symbol={symbolOf(account)}
          value={amount}
          error={isRefused ? told(messages.codeAmountInvalid) : undefined}
          onChange={setAmount}
        />
        <TextField
          label={t('Note in the code')}
          optional
          autoComplete="off"
          maxLength={140}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      <Loaded query={query} skeleton={<Skeleton rows={2} height={104} />}>
        {({ Holder, Iban, Qr }) =>
          Iban && Qr ? (
            <div className={classes.share}>
              {/* Without the amount that was typed, it would ask for any. */}
              {isRefused ? null : (
                <img className={classes.qr} src={Qr} alt={t('The transfer as an EPC QR code')} />
              )}
              <Facts
                facts={[
                  { label: t('Name'), value: Holder },
                  // Among several it was chosen above.
                  ...(accounts.length > 1
                    ? []
                    : [{ label: t('Account'), value: `${account.Name} · ${account.Number}` }]),
                  {
                    label: t('IBAN'),
                    value: (
                      <span className={classes.copied}>
                        <bdi>{inFours(Iban)}</bdi>
                        <CopyButton text={Iban} what={t('IBAN')} />
                      </span>
                    ),
                  },
                ]}
              />
            </div>
          ) : (
            <p>{t('This bank has no IBANs.')}</p>
          )
        }
      </Loaded>
    </div>
  )
}
