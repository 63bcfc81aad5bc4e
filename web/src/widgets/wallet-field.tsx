import { t } from '#i18n/t.ts'
import { TextField, type TextFieldProps } from '#ui/text-field.tsx'

/** A Bitcoin wallet to pay to. */
export function WalletField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label={t('Wallet address')}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={100}
      {...props}
    />
  )
}
