import { editFormOf, limitText } from '#app/admin/form-of.ts';
import { changeCoveragePolicy } from '#flows/broadband/coverage-changes.ts';

export const policyForm = editFormOf(changeCoveragePolicy.input, { flaggedAfterDays: limitText });
