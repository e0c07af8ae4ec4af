// Next's types for style sheets and images, needed before the first build writes next-env.d.ts.
/// <reference types="next" />
/// <reference types="next/image-types/global" />
