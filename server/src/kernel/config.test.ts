import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'passbook-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'k3yOfTheSettingsTests+0123/abcdefXYZ'
const server = { DATABASE_URL: 'postgres://localhost/bank', SECRET_KEY: secret }
const smtp = { SMTP_URL: 'smtps://user:word@mail.example' }

describe('settings', () => {
  // shows §9.9 D29
  test('that are left out are those of a demo on this machine', () => {
    expect(readConfig({ SECRET_KEY: secret })).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      systemName: 'Passbook',
      bankAddress: '',
      bankCountry: 'DE',
      bankCode: '99999999',
      databaseUrl: undefined,
      demo: true,
      mailbox: true,
      smtp: undefined,
      bankZone: 'UTC',
      sessionIdleMinutes: 15,
      sessionHours: 8,
      keepDays: { keys: 400, notices: 400, sentMails: 7, failedMails: 30, transfers: 400 },
      allowCrypto: true,
      lastNameMin: 3,
      cardHoldDays: 7,
      billApproval: true,
      billFreeUsdMinor: 100_00n,
      orderTryHours: [6, 12, 18],
      orderTryDays: 2,
      exchangeLimitUsdMinor: 50_000_00n,
      coolingLimitUsdMinor: 200_00n,
      coverMs: 1500,
      trustedProxies: [],
      oldSecretKeys: [],
      signupsPerHour: 20,
      requestsAtOnce: { session: 4, network: 16 },
      workers: 1,
      poolSize: 10,
      poolQueue: 1_000,
      statementTimeoutMs: 5_000,
      lockTimeoutMs: 2_000,
      listenDatabaseUrl: undefined,
      auditDatabaseUrl: undefined,
      metrics: undefined,
      drainSeconds: 0,
    })
  })

  test('of a bank on PostgreSQL have neither demo nor mailbox unless asked for', () => {
    const plain = readConfig({ ...server, ...smtp })
    expect(plain).toMatchObject({ demo: false, mailbox: false })
    expect(plain.smtp).toEqual({
      url: 'smtps://user:word@mail.example',
      from: '"Passbook" <no-reply@localhost>',
    })
    const asked = readConfig({ ...server, DEMO: '1', MAILBOX: '1' })
    expect(asked).toMatchObject({ demo: true, mailbox: true })
  })

  test('of the bank name its address for what is printed', () => {
    expect(readConfig({ ...server, ...smtp })).toMatchObject({ bankCountry: '', bankCode: '' })
    const BANK_ADDRESS = '1 Quay Street, Dayton'
    expect(readConfig({ BANK_ADDRESS }).bankAddress).toBe(BANK_ADDRESS)
  })

  test('of mail name the bank as the sender, and a CA by its file', () => {
    const from = (env: Record<string, string>) =>
      readConfig({ ...server, ...smtp, ...env }).smtp?.from
    const SYSTEM_NAME = 'First "Oak", Inc'
    expect(from({ SYSTEM_NAME })).toBe('"First \\"Oak\\", Inc" <no-reply@localhost>')
    expect(from({ SYSTEM_NAME, MAIL_FROM: 'post@bank.example' })).toBe(
      '"First \\"Oak\\", Inc" <post@bank.example>',
    )
    expect(from({ SYSTEM_NAME, MAIL_FROM: 'Oak <post@bank.example>' })).toBe(
      'Oak <post@bank.example>',
    )
    const ca = join(import.meta.dirname, '../testing/certificates/ca.pem')
    expect(readConfig({ ...server, ...smtp, SMTP_CA: ca }).smtp?.ca).toBe(readFileSync(ca, 'utf8'))
    expect(() => from({ SMTP_CA: '/nowhere/ca.pem' })).toThrow(
      'SMTP_CA names the file /nowhere/ca.pem, which cannot be read (ENOENT).',
    )
    expect(() => from({ SMTP_CA: import.meta.filename })).toThrow(
      'which holds no certificate in PEM',
    )
  })

  test('that send mail keep none, whatever else is said', () => {
    expect(readConfig({ ...server, ...smtp, MAILBOX: '1' }).mailbox).toBe(false)
    expect(readConfig({ SECRET_KEY: secret, ...smtp }).mailbox).toBe(false)
    expect(readConfig({ SECRET_KEY: secret, MAILBOX: '0' }).mailbox).toBe(true)
  })

  test('keep mail in demo mode or where that is asked for, and only for this machine', () => {
    const of = (env: Record<string, string>) => readConfig({ SECRET_KEY: secret, ...env }).mailbox
    expect(of({ DEMO: '0', MAILBOX: '1' })).toBe(true)
    for (const PUBLIC_URL of ['http://127.0.0.1:8080', 'http://[::1]:3000', 'https://localhost']) {
      expect(of({ PUBLIC_URL })).toBe(true)
    }
    expect(of({ ...smtp, DEMO: '0', PUBLIC_URL: 'https://bank.example', TRUST_PROXY: '1' })).toBe(
      false,
    )
  })

  test('of mail want TLS on the way to another machine, unless that is given up by name', () => {
    const of = (SMTP_URL: string, more = {}) =>
      readConfig({ ...server, SMTP_URL, ...more }).smtp?.requireTls
    expect(of('smtp://mail.example')).toBe(true)
    expect(of('smtp://mail.example', { SMTP_INSECURE: '1' })).toBeUndefined()
    expect(of('smtp://mail.example?ignoreTLS=true', { SMTP_INSECURE: '1' })).toBeUndefined()
    expect(of('smtps://mail.example')).toBeUndefined()
    expect(of('smtp://localhost:25?ignoreTLS=true')).toBeUndefined()
    expect(of('smtp://127.0.0.1')).toBeUndefined()
  })

  test('of keys take those of before too, weak ones as well', () => {
    const of = (SECRET_KEY_OLD: string) =>
      readConfig({ SECRET_KEY: secret, SECRET_KEY_OLD }).oldSecretKeys
    expect(of('')).toEqual([])
    expect(of('newest, older')).toEqual(['newest', 'older'])
    expect(of('["with, comma","other"]')).toEqual(['with, comma', 'other'])
    expect(() => of('[1]')).toThrow('SECRET_KEY_OLD begins with [')
  })

  test('make links with the public address, without the slash at its end', () => {
    const PUBLIC_URL = 'https://bank.example/'
    const { publicUrl } = readConfig({ SECRET_KEY: secret, ...smtp, PUBLIC_URL })
    expect(publicUrl).toBe('https://bank.example')
    expect(readConfig({ SECRET_KEY: secret, PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  })

  test('of several processes and their watchers are taken as they are given', () => {
    const env = { ...server, ...smtp, WORKERS: '4', POOL_SIZE: '5', METRICS_PORT: '9090' }
    expect(readConfig(env)).toMatchObject({
      workers: 4,
      poolSize: 5,
      metrics: { host: '127.0.0.1', port: 9090 },
    })
    const further = {
      METRICS_HOST: '10.0.0.5',
      LISTEN_DATABASE_URL: 'postgres://db/bank',
      AUDIT_DATABASE_URL: 'postgres://standby/bank',
    }
    expect(readConfig({ ...env, ...further })).toMatchObject({
      metrics: { host: '10.0.0.5', port: 9090 },
      listenDatabaseUrl: 'postgres://db/bank',
      auditDatabaseUrl: 'postgres://standby/bank',
      readDatabaseUrl: undefined,
    })
    const standby = 'postgres://standby/bank'
    expect(readConfig({ ...env, READ_DATABASE_URL: standby }).readDatabaseUrl).toBe(standby)
  })

  test('of how long things are kept are taken as they are given', () => {
    const days = {
      KEYS_DAYS: '500',
      NOTICES_DAYS: '90',
      TRANSFERS_DAYS: '60',
      DOCUMENTS_DAYS: '31',
    }
    const env = { ...server, ...smtp, ...days, SENT_MAILS_DAYS: '1', FAILED_MAILS_DAYS: '9' }
    expect(readConfig(env).keepDays).toEqual({
      ...{ keys: 500, notices: 90, transfers: 60, sentMails: 1, failedMails: 9 },
      documents: 31,
    })
  })

  test('of what customers type are taken as they are given', () => {
    const env = { SECRET_KEY: secret, LAST_NAME_MIN: '1', BILL_APPROVAL: '0' }
    expect(readConfig(env)).toMatchObject({ lastNameMin: 1, billApproval: false })
  })

  test('of what is on or off are 1 or 0, and empty as if left out', () => {
    const of = (value: string) => {
      const flags = { DEMO: value, ALLOW_CRYPTO: value, BILL_APPROVAL: value }
      const { demo, allowCrypto, billApproval } = readConfig({
        SECRET_KEY: secret,
        ...flags,
        ...smtp,
      })
      return [demo, allowCrypto, billApproval]
    }
    expect(of('0')).toEqual([false, false, false])
    expect(of('1')).toEqual([true, true, true])
    expect(of('')).toEqual([true, true, true])
  })

  test('of what a day allows are amounts, with cents or without', () => {
    const of = (DAILY_LIMIT_USD: string) =>
      readConfig({ SECRET_KEY: secret, DAILY_LIMIT_USD }).dailyLimitUsdMinor
    expect(of('')).toBe(50_000_00n)
    expect(of('1000')).toBe(1_000_00n)
    expect(of('99.95')).toBe(99_95n)
  })

  test('of what a bitcoin costs is taken as it is given', () => {
    expect(readConfig({}).bitcoinUsdMinor).toBe(95_000_00n)
    const own = { DEMO: '0', SMTP_URL: 'smtp://localhost' }
    expect(readConfig(own).bitcoinUsdMinor).toBeUndefined()
    expect(readConfig({ ...own, BTC_RATE: '61250.75' }).bitcoinUsdMinor).toBe(61_250_75n)
  })

  test('without a wallet of its own only a demo shows one', () => {
    expect(readConfig({}).bitcoinWallet).toMatch(/^bc1/)
    const own = { DEMO: '0', SMTP_URL: 'smtp://localhost' }
    expect(readConfig(own).bitcoinWallet).toBeUndefined()
    expect(readConfig({ ...own, BITCOIN_WALLET: 'bc1own' }).bitcoinWallet).toBe('bc1own')
  })

  const refused: [Record<string, string>, RegExp][] = [
    [{ DEMO: 'false' }, /^DEMO must be 1 or 0, not "false"\.$/],
    [{ DEMO: 'yes', ...server, ...smtp }, /^DEMO must be 1 or 0, not "yes"\.$/],
    [{ ALLOW_CRYPTO: 'false' }, /ALLOW_CRYPTO must be 1 or 0/],
    [{ BILL_APPROVAL: 'off' }, /BILL_APPROVAL must be 1 or 0/],
    [{ ...smtp, MAILBOX: 'true' }, /MAILBOX must be 1 or 0/],
    [{ SMTP_INSECURE: 'no' }, /SMTP_INSECURE must be 1 or 0/],
    [{ BTC_RATE: '0.00' }, /BTC_RATE must be what a bitcoin costs in US dollars, more than 0\.00/],
    [{ BTC_RATE: 'much' }, /BTC_RATE must be an amount in US dollars such as 95000\.00/],
    [{ DATABASE_URL: server.DATABASE_URL, MAILBOX: '1' }, /SECRET_KEY is not/],
    [server, /No mail can be sent: SMTP_URL is not set, and this is no demo\. .* MAILBOX=1/],
    [{ DEMO: '0' }, /No mail can be sent: SMTP_URL is not set, and this is no demo\./],
    [{ DEMO: '0', MAILBOX: '0' }, /No mail can be sent/],
    [{ DEMO: '0', MAILBOX: '1', TRUST_PROXY: '1' }, /^TRUST_PROXY is set.*MAILBOX=1\.$/],
    [{ MAILBOX: '1', TRUST_PROXY: '10.0.0.5' }, /TRUST_PROXY is set, so others reach this bank/],
    [{ TRUST_PROXY: '1' }, /TRUST_PROXY is set.* Set SMTP_URL\.$/],
    [{ PUBLIC_URL: 'https://bank.example' }, /PUBLIC_URL is https:\/\/bank\.example, so others/],
    [{ MAILBOX: '1', PUBLIC_URL: 'http://192.168.1.5:3000' }, /instead of MAILBOX=1/],
    [{ ...smtp, TRUST_PROXY: 'yes' }, /TRUST_PROXY must be 1 for a proxy on this machine/],
    [{ SMTP_URL: 'smtp://mail.example?ignoreTLS=true' }, /set SMTP_INSECURE=1 where nobody else/],
    [{ SIGNUPS_PER_HOUR: '0' }, /SIGNUPS_PER_HOUR must be a whole number from 1/],
    [{ SESSION_REQUESTS: '-1' }, /SESSION_REQUESTS must be a whole number from 0 to 10000/],
    [{ NETWORK_REQUESTS: 'many' }, /NETWORK_REQUESTS must be a whole number from 0 to 10000/],
    [{ SECRET_KEY: 'x'.repeat(32) }, /SECRET_KEY is easy to guess/],
    [{ SECRET_KEY: 'correct-horse-77'.repeat(2) }, /SECRET_KEY is easy to guess/],
    [{ SECRET_KEY: '0123456789abcdefghijklmnopqrstuvwxyz' }, /SECRET_KEY is easy to guess/],
    [{ ...server, ...smtp, SECRET_KEY: 'short' }, /SECRET_KEY is too short/],
    [{ SECRET_KEY: 'short' }, /SECRET_KEY is too short/],
    [{ PORT: 'http' }, /PORT must be a whole number from 0 to 65535, not "http"/],
    [{ PORT: '70000' }, /PORT must be/],
    [{ PORT: '80.5' }, /PORT must be/],
    [{ SESSION_IDLE_MINUTES: '0' }, /SESSION_IDLE_MINUTES must be/],
    [{ SESSION_HOURS: '-1' }, /SESSION_HOURS must be/],
    [{ KEYS_DAYS: '29' }, /KEYS_DAYS must be a whole number from 30/],
    [{ SENT_MAILS_DAYS: '0' }, /SENT_MAILS_DAYS must be/],
    [{ COVER_MS: 'slow' }, /COVER_MS must be/],
    [{ RAIL_SECONDS: '-1' }, /RAIL_SECONDS must be/],
    [{ CARD_HOLD_DAYS: '0' }, /CARD_HOLD_DAYS must be a whole number from 1 to 31/],
    [{ UNDO_SECONDS: '61' }, /UNDO_SECONDS must be a whole number from 0 to 60/],
    [
      { DAILY_LIMIT_USD: '1e99' },
      /DAILY_LIMIT_USD must be an amount in US dollars such as 50000, not "1e99"/,
    ],
    [{ BANK_ZONE: 'Mars/Olympus' }, /BANK_ZONE must be the name of a time zone/],
    [
      { BANK_ZONE: '-05:00' },
      /BANK_ZONE must be the name of a time zone .*, not the offset "-05:00"/,
    ],
    [{ BANK_ZONE: '+03' }, /BANK_ZONE must be .*, not the offset "\+03"/],
    [{ BANK_ZONE: 'IST' }, /BANK_ZONE must be .*, not the abbreviation "IST"/],
    [{ BANK_ZONE: 'CET' }, /BANK_ZONE must be .*, not the abbreviation "CET"/],
    [{ PUBLIC_URL: 'bank.example' }, /PUBLIC_URL must be an address/],
    [{ PUBLIC_URL: 'ftp://bank.example' }, /PUBLIC_URL must be an address/],
    [{ PUBLIC_URL: 'https://bank.example/?a=b' }, /PUBLIC_URL must be an address/],
    [{ SMTP_URL: 'mail.example:25' }, /SMTP_URL must be an address/],
    [
      { READ_DATABASE_URL: 'postgres://b/bank' },
      /READ_DATABASE_URL is set but DATABASE_URL is not/,
    ],
    [{ WORKERS: '2' }, /WORKERS is above 1 but DATABASE_URL is not set/],
    [{ WORKERS: '0' }, /WORKERS must be a whole number from 1 to 64/],
    [{ POOL_SIZE: '0' }, /POOL_SIZE must be/],
    [{ POOL_QUEUE: '0' }, /POOL_QUEUE must be/],
    [{ STATEMENT_TIMEOUT_MS: '-1' }, /STATEMENT_TIMEOUT_MS must be/],
    [{ LOCK_TIMEOUT_MS: 'long' }, /LOCK_TIMEOUT_MS must be/],
    [{ METRICS_PORT: '70000' }, /METRICS_PORT must be/],
    [{ LAST_NAME_MIN: '0' }, /LAST_NAME_MIN must be a whole number from 1 to 3/],
    [{ LAST_NAME_MIN: '4' }, /LAST_NAME_MIN must be/],
    [{ DRAIN_SECONDS: '60' }, /DRAIN_SECONDS must be a whole number from 0 to 15/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
  ]
  test.each(refused)('%j are refused: %s', (env, message) => {
    const withKey =
      'SECRET_KEY' in env || 'DATABASE_URL' in env ? env : { ...env, SECRET_KEY: secret }
    expect(() => readConfig(withKey)).toThrow(message)
  })

  test('that hold a password are not repeated when they are refused', () => {
    const env = { SECRET_KEY: secret, SMTP_URL: 'imap://user:hunter2@mail.example' }
    expect(() => readConfig(env)).toThrow(/^(?!.*hunter2)/)
  })
})

describe('the key of the data folder', () => {
  // asvs 11.6.1 13.2.3 13.3.2
  test('is made once, for its owner only', () => {
    const dataDir = join(folder, 'fresh')
    const { secretKey } = readConfig({ DATA_DIR: dataDir })
    expect(secretKey).toMatch(/^[\w-]{43}$/)
    expect(readConfig({ DATA_DIR: dataDir }).secretKey).toBe(secretKey)
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(secretKey)
  })

  test('is not made where one is given', () => {
    const dataDir = join(folder, 'given')
    expect(readConfig({ DATA_DIR: dataDir, SECRET_KEY: secret }).secretKey).toBe(secret)
    expect(() => statSync(dataDir)).toThrow()
  })

  test('is refused where half of it is lost', () => {
    const dataDir = join(folder, 'half')
    readConfig({ DATA_DIR: dataDir })
    writeFileSync(join(dataDir, 'secret.key'), '')
    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/does not hold a whole key/)
  })
})
