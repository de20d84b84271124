export { ActorMark } from './TrailList.tsx';
export { AccessesButton, AccessesPanel, OwnActivity } from './trails.tsx';
