import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Begins with the tests of the process, which wait for clocks and other processes: beside them the others compute. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/process/');
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}
