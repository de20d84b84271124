/** The oldest Node.js that the product runs on. */
const OLDEST = 24;

// No imports, because an older Node.js would fail at a missing export before this message.
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
