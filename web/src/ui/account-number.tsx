import classes from './account-number.module.css'

/** An account number in groups that can be read aloud; copied or searched for, it is one word. */
export function AccountNumber({ number }: { number: string }) {
  const groups = number.match(/^(\d{3,4})(\d{3})(\d{3,4})$/)?.slice(1) ?? [number]
  return (
    <bdi className={classes.number}>
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same
        <span key={at}>{group}</span>
      ))}
    </bdi>
  )
}
