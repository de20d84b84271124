/** The oldest Node.js that the product runs on. */
const OLDEST = 24;

// No imports, so that an older Node.js can parse the file: with them it would only name an export that
// it does not find.
if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  console.error(
    `Simiente necesita Node.js ${OLDEST} o posterior y este es ${process.versions.node}: arráncalo con «npm run serve», que usa el suyo, o instala uno más nuevo desde https://nodejs.org.`,
  );
  process.exitCode = 1;
} else {
  const { runProgram } = await import('./program.ts');
  await runProgram();
}

export {};
