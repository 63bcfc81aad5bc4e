import type { PaymentRequest } from '@passbook/contract'
import { IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { qrQuery } from './queries.ts'
import classes from './requests.module.css'

/** A link to send, and the same to be scanned from the screen. */
export function Share({ request: { Id, Link, Note } }: { request: PaymentRequest }) {
  const query = useQuery(qrQuery(Id))
  if (!Link) return <p>{t('The link of this request can no longer be shown.')}</p>
  const canShare = 'share' in navigator
  // Whoever closes the sheet without sending has done nothing wrong.
  const share = () =>
    navigator.share({ url: Link, ...(Note && { text: Note }) }).catch(() => undefined)
  return (
    <div className={classes.share}>
      <Loaded query={query} skeleton={<Skeleton height={208} />}>
        {({ qr }) => <img className={classes.qr} src={qr} alt={t('The link as a QR code')} />}
      </Loaded>
      <p className={classes.link}>
        <bdi>{Link}</bdi>
        <CopyButton text={Link} what={t('link')} />
      </p>
      {canShare ? (
        <Button
          kind="tint"
          icon={<IconShare size={18} stroke={1.75} aria-hidden />}
          onClick={() => void share()}
        >
          {t('Share')}
        </Button>
      ) : null}
    </div>
  )
}
