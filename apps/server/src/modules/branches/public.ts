export { branchIds, readBranches } from './export-branches.ts';
