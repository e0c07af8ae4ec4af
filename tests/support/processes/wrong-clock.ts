// Loaded into every process of a server with `--import`: the machine's clock is wrong by `?aheadMs=`, the monotonic one is
// right.

const aheadMs = Number(new URL(import.meta.url).searchParams.get('aheadMs'));
const MachineDate = Date;
const machineNow = Date.now;
const wrongNow = () => machineNow() + aheadMs;

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [wrongNow()] : values, made),
  apply: () => new MachineDate(wrongNow()).toString(),
});
Date.now = wrongNow;
