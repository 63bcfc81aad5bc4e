// Plain JavaScript, so that any Node can say it: the bank needs crypto.argon2, which came with 24.7.
const wanted = [24, 7]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < wanted[0] || (major === wanted[0] && minor < wanted[1])) {
  console.error(
    `Passbook needs Node ${wanted.join('.')} or newer, this is ${process.versions.node}: run it through npm after \`npm ci\`, which brings the right one on Linux and Windows, or install Node 24.`,
  )
  process.exit(1)
}
