# What `cmake --install` installs, and the Debian package that `cpack --preset release` builds from it.
include(GNUInstallDirs)
set(documentation ${CMAKE_INSTALL_DATADIR}/doc/attention-lab)

# The manual page is written by the program itself.
find_program(ATTENTION_LAB_GZIP gzip REQUIRED)
set(manual ${CMAKE_BINARY_DIR}/attention-lab.1)
add_custom_command(OUTPUT ${manual}.gz
  COMMAND attention-lab --man-page > ${manual}
  COMMAND ${ATTENTION_LAB_GZIP} -9nf ${manual}
  DEPENDS attention-lab
  VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual}.gz)

install(TARGETS attention-lab)
install(FILES ${manual}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES assets/attention-lab.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES assets/attention-lab.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES assets/attention-lab.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES LICENSE DESTINATION ${documentation} RENAME copyright)
# The licences of the libraries that are compiled into the program, as Debian states them.
foreach(package libimgui-dev libeigen3-dev nlohmann-json3-dev libcli11-dev)
  install(FILES /usr/share/doc/${package}/copyright DESTINATION ${documentation} RENAME copyright.${package} OPTIONAL)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Attention Lab authors <attention-lab@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "Type a sentence, change any number in the embeddings or in the weight matrices, and see
every consequence at once: queries, keys, values, scores, attention weights and
context vectors. With figures for slides, experiments, and mistakes to learn from.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Run-time dependencies that dpkg-shlibdeps cannot find: without these fonts nothing can be shown.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-roboto-unhinted | fonts-roboto, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libgl1-mesa-dri")
include(CPack)
