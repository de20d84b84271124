/** The oldest Node.js that the product runs on. */
const MIN_VERSION = 24;

// No imports, because an older Node.js would fail at a missing export before this message.
if (Number.parseInt(process.versions.node, 10) < MIN_VERSION) {
  console.error(
    `Simiente necesita Node.js ${MIN_VERSION} o posterior y este es ${process.versions.node}: arráncalo con «npm run serve», que usa el suyo, o instala uno más nuevo desde https://nodejs.org.`,
  );
  process.exitCode = 1;
} else {
  const { runProgram } = await import('./program.ts');
  await runProgram();
}

export {};
