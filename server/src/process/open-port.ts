import { serveMetrics } from '#metrics/metrics-server.ts'

type Door = { host: string; port: number }

const remedies: Record<string, (setting: string, door: Door) => string> = {
  EADDRINUSE: (setting, { host, port }) =>
    `Port ${port} on ${host} is taken by another program. End it, or set ${setting} to a free port.`,
  EACCES: (setting, { port }) =>
    `This user may not open port ${port}: those below 1024 are the system's. Set ${setting} to a higher one and put a proxy in front.`,
  EADDRNOTAVAIL: (setting, { host }) =>
    `This machine does not have the address ${host}. Correct ${setting.replace('PORT', 'HOST')}.`,
  ENOTFOUND: (setting, { host }) =>
    `No machine has the name ${host}. Correct ${setting.replace('PORT', 'HOST')}.`,
}

/** Throws in words for the operator, with the setting that helps, where a port cannot be had. */
export function cannotListen(error: unknown, setting: string, door: Door): never {
  const { code = '' } = error as NodeJS.ErrnoException
  const remedy = remedies[code]
  throw remedy ? new Error(`${remedy(setting, door)} (${code})`, { cause: error }) : error
}

export async function openMetrics(door: Door, read: () => Promise<string>): Promise<void> {
  await serveMetrics(door, read).catch((error) => cannotListen(error, 'METRICS_PORT', door))
}
