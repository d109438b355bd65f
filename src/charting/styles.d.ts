/** Style sheets are loaded by the bundler; they have no types. */
declare module "*.css";
