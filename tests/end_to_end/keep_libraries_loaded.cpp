// Preloaded under the leak sanitizer: a leak in an unloaded library has no name, so that it looks like one of
// ours.
extern "C" int dlclose(void*) {
  return 0;
}
