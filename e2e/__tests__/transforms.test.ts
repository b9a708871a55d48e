import { describeRows } from '../bases-and-transforms/describe-rows';
import { LAYOUTS } from '../bases-and-transforms/layouts';
import { TRANSFORMS } from '../bases-and-transforms/transforms';

jest.setTimeout(300_000);

describeRows([...TRANSFORMS, ...LAYOUTS]);
