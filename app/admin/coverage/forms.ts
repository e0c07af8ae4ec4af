import { formOf, limitText } from '#app/admin/form-of.ts';
import { changeCoveragePolicy } from '#flows/broadband/coverage-changes.ts';

export const policyForm = formOf(changeCoveragePolicy.input, { flaggedAfterDays: limitText });
