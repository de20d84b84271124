// Loaded ahead of the program: Node.js says that it is an older one than it is.
const versions = { ...process.versions, node: '20.20.2' };
Object.defineProperty(process, 'versions', { value: versions });
