import type { SurveyProblem } from '#lib/broadband/import/areas/area-survey.ts';

/** `sliver in feature 12, line 40`: a problem and where the file has it. */
export function problemWords({ kind, feature, line }: SurveyProblem): string {
  const where = `feature ${feature.toLocaleString('en-NZ')}`;
  return `${kind} in ${where}${line === undefined ? '' : `, line ${line.toLocaleString('en-NZ')}`}`;
}
