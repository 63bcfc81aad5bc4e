import { buildWeb } from '../tools/build-web.ts'

/** The journeys walk through the built client: a newer source is built first. */
export default buildWeb
