// What Next teaches TypeScript (style sheets, images), also where no build has written next-env.d.ts yet.
/// <reference types="next" />
/// <reference types="next/image-types/global" />
