/** The oldest Node.js that the product runs on. */
const OLDEST = 24;

// This file imports nothing, so that an older Node.js reads it too: of what the product needs, that one
// would only say which name it does not find.
if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  console.error(
    `Simiente necesita Node.js ${OLDEST} o posterior y este es ${process.versions.node}: arráncalo con «npm run serve», que usa el suyo, o instala uno más nuevo desde https://nodejs.org.`,
  );
  process.exitCode = 1;
} else {
  await import('./program.ts');
}

export {};
