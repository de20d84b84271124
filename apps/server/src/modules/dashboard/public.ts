export { activityIds, readActivity } from './list-activity.ts';
export { examIds, readListedExams } from './list-exams.ts';
