// Plain JavaScript, so that any Node can run it: `npm ci` fails for none of this, and a first start
// does what is not done here.
try {
  const { keepCluster } = await import('../server/src/db/kept-cluster.ts')
  await keepCluster()
} catch (error) {
  console.error(`No database was prepared, so the first start makes its own: ${error.message}`)
}
