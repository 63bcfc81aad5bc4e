import { type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'
import classes from './file-drop.module.css'

/** A place to drop a file on, to press, or to open with the keyboard: it is a file field. */
export function FileDrop({
  label,
  icon,
  accept,
  onFile,
}: {
  label: string
  icon: ReactNode
  accept: string
  onFile: (file: File | undefined) => void
}) {
  const id = useId()
  const [over, setOver] = useState(false)
  return (
    <label
      htmlFor={id}
      className={cx(classes.drop, over && classes.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFile(event.dataTransfer.files[0])
      }}
    >
      {icon}
      <span>{label}</span>
      <input
        id={id}
        type="file"
        accept={accept}
        className={classes.file}
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0])
          // The same file may be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
