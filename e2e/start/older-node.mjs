// Preloaded into a program: makes Node.js report an older version.
const versions = { ...process.versions, node: '20.20.2' };
Object.defineProperty(process, 'versions', { value: versions });
