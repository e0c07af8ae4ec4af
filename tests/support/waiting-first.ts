import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the process tests first: they mostly wait for clocks and other processes, while the other tests compute. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/process/');
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}
